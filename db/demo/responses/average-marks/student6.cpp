#include <cstdio>

int main() {
    int n;
    double total = 0, m;
    scanf("%d", &n);
    for (int i = 0; i < n; ++i) { scanf("%lf", &m); total += m; }
    printf("%.2f\n", total / n);
}

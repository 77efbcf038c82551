#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<bool> composite(n + 1, false);
    long long sum = 0;
    int count = 0;
    for (int i = 2; i <= n; i++) {
        if (composite[i]) continue;
        count++;
        sum += i;
        for (long long j = 1LL * i * i; j <= n; j += i) composite[j] = true;
    }
    cout << count << " primes, their sum is " << sum << "\n";
}

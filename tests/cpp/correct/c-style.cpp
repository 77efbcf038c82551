#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    char name[32];
    int roll;
};

int by_roll(const void *a, const void *b) {
    return ((const struct student *)a)->roll - ((const struct student *)b)->roll;
}

int main(void) {
    int n, i;
    if (scanf("%d", &n) != 1) return 1;
    struct student *list = (struct student *)malloc(n * sizeof(struct student));
    for (i = 0; i < n; i++) scanf("%31s %d", list[i].name, &list[i].roll);
    qsort(list, n, sizeof(struct student), by_roll);
    for (i = 0; i < n; i++) {
        printf("%03d %-8s|%lu\n", list[i].roll, list[i].name, (unsigned long)strlen(list[i].name));
    }
    free(list);
    return 0;
}

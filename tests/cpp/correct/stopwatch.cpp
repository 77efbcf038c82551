#include <chrono>
#include <iostream>

int main() {
    using namespace std::chrono;
    using namespace std::chrono_literals;

    auto lesson = 1h + 35min;
    std::cout << duration_cast<seconds>(lesson).count() << " seconds\n";

    auto start = steady_clock::now();
    volatile double sum = 0;
    for (int i = 1; i < 200000; i++) sum = sum + 1.0 / i;
    auto took = steady_clock::now() - start;
    std::cout << (took >= 0ns && took < 60s ? "measured" : "a strange clock") << '\n';

    auto now = floor<days>(system_clock::now());
    std::cout << (year_month_day(now).year() >= year(2024) ? "a sensible year" : "long ago") << '\n';
    sys_days exam = 2025y / March / 1;
    std::cout << year_month_day(exam - days(1)).day().operator unsigned() << '\n';
}

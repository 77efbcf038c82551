#include <bits/stdc++.h>

struct Item {
    std::string name;
    ~Item() { std::cout << name << " is gone\n"; }
};

std::optional<int> find(const std::map<std::string, int>& shelf, const std::string& name) {
    auto found = shelf.find(name);
    if (found == shelf.end()) return std::nullopt;
    return found->second;
}

int main() {
    auto lamp = std::make_shared<Item>("lamp");
    std::weak_ptr<Item> watcher = lamp;
    {
        std::shared_ptr<Item> second = lamp;
        std::cout << lamp.use_count() << " owners\n";
    }
    std::unique_ptr<Item> chair(new Item{"chair"});
    std::unique_ptr<Item> moved = std::move(chair);
    std::cout << (chair ? "still here" : "moved away") << '\n';
    lamp.reset();
    std::cout << (watcher.expired() ? "nobody has the lamp" : "somebody has it") << '\n';

    std::map<std::string, int> shelf{{"pen", 4}, {"ink", 1}};
    std::cout << find(shelf, "pen").value_or(-1) << ' ' << find(shelf, "cup").value_or(-1) << '\n';
}

def names_by_length(names):
    return names  # your turn


def longest(names):
    return None


if __name__ == "__main__":
    print(names_by_length(["Meera", "Al", "Ravi"]))

#include <arpa/inet.h>
#include <cstring>
#include <iostream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main() {
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(5432);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (connect(handle, (sockaddr*)&address, sizeof address) == 0) std::cout << "connected\n";
    fork();
}

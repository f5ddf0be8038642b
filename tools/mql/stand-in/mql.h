// A stand-in for what MetaTrader gives an Expert Advisor, enough to compile the adapters as C++ and to run them against the service.
// The history and the account come from a text file, the clock is set forward by the harness, WebRequest speaks HTTP to loopback.
#pragma once
#include <algorithm>
#include <arpa/inet.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

#define input
typedef long datetime;
typedef unsigned long ulong;
typedef unsigned short ushort;

struct string : std::string {
  using std::string::string;
  string() {}
  string(const std::string &text) : std::string(text) {}
};
inline string operator+(const char *a, const string &b) { return string(std::string(a) + std::string(b)); }
inline string operator+(const string &a, const char *b) { return string(std::string(a) + std::string(b)); }
inline string operator+(const string &a, const string &b) { return string(std::string(a) + std::string(b)); }

template <typename T> using MqlArray = std::vector<T>;
template <typename T> int ArrayResize(MqlArray<T> &array, int size) { array.resize(size); return size; }
template <typename T> int ArraySize(const MqlArray<T> &array) { return (int)array.size(); }
template <typename T> void ArraySort(MqlArray<T> &array) { std::sort(array.begin(), array.end()); }

// --- text
inline int StringLen(const string &text) { return (int)text.size(); }
inline ushort StringGetCharacter(const string &text, int at) { return at < (int)text.size() ? (unsigned char)text[at] : 0; }
inline bool StringSetCharacter(string &text, int at, ushort letter) { text[at] = (char)letter; return true; }
inline int StringFind(const string &text, const string &part) { auto at = text.find(part); return at == std::string::npos ? -1 : (int)at; }
inline string StringSubstr(const string &text, int from, int count) { return string(text.substr(from, count)); }
inline int StringReplace(string &text, const string &part, const string &with) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + with.size())) { text.replace(at, part.size(), with); count++; }
  return count;
}
inline long StringToInteger(const string &text) { return std::strtol(text.c_str(), nullptr, 10); }
inline string IntegerToString(long value) { return string(std::to_string(value)); }
inline string DoubleToString(double value, int digits) { char text[64]; snprintf(text, sizeof text, "%.*f", digits, value); return string(text); }
inline double MathRound(double value) { return std::round(value); }
const int WHOLE_ARRAY = -1, CP_UTF8 = 65001;
inline int StringToCharArray(const string &text, MqlArray<char> &array, int, int, int) { array.assign(text.begin(), text.end()); array.push_back(0); return (int)array.size(); }
inline string CharArrayToString(const MqlArray<char> &array, int, int, int) { return string(std::string(array.begin(), array.end())); }

// StringFormat refuses what a terminal would print wrong: a text for a number, a number for a text, one too many or too few.
struct Argument { bool isText; std::string shown; };
template <typename T> Argument argumentOf(const T &value) {
  if constexpr (std::is_integral_v<T>) return {false, std::to_string(value)};
  else return {true, std::string(value)};
}
template <typename... T> string StringFormat(const char *format, const T &...values) {
  std::vector<Argument> arguments{argumentOf(values)...};
  std::string text;
  size_t next = 0;
  for (const char *at = format; *at; at++) {
    if (*at != '%') { text += *at; continue; }
    at++;
    if (!strncmp(at, "I64", 3)) at += 3;
    if (next >= arguments.size() || (*at == 's') != arguments[next].isText || !strchr("sdu", *at)) { fprintf(stderr, "bad format: %s, argument %zu\n", format, next + 1); exit(3); }
    text += arguments[next++].shown;
  }
  if (next != arguments.size()) { fprintf(stderr, "too many arguments: %s\n", format); exit(3); }
  return string(text);
}

// --- the world: lines of `name value` and, for each entry, `deal|order|open` with tab separated fields
typedef std::map<std::string, std::string> Record;
inline std::map<std::string, std::string> facts;
inline std::vector<Record> history, openOnes;
inline datetime now = 0;
inline void readWorld(const char *path) {
  facts.clear(); history.clear(); openOnes.clear();
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line);
    std::string name, part;
    std::getline(parts, name, '\t');
    Record record;
    while (std::getline(parts, part, '\t')) { auto mark = part.find('='); record[part.substr(0, mark)] = mark == std::string::npos ? "" : part.substr(mark + 1); }
    if (name == "closed") history.push_back(record);
    else if (name == "open") openOnes.push_back(record);
    else facts[name] = record.empty() ? "" : record.begin()->second;
  }
}
inline double number(const Record &record, const char *name) { auto at = record.find(name); return at == record.end() ? 0 : std::strtod(at->second.c_str(), nullptr); }
inline long whole(const Record &record, const char *name) { auto at = record.find(name); return at == record.end() ? 0 : std::strtol(at->second.c_str(), nullptr, 10); }
inline string word(const Record &record, const char *name) { auto at = record.find(name); return at == record.end() ? string("") : string(at->second); }

const int INIT_SUCCEEDED = 0, INIT_PARAMETERS_INCORRECT = 32767;
inline bool timerIsSet = false;
inline bool EventSetTimer(int) { timerIsSet = true; return true; }
inline void EventKillTimer() { timerIsSet = false; }
inline datetime TimeGMT() { return now; }
// the broker's clock: it goes with the ticks, three hours ahead; `stands` at Friday's last tick on a weekend, from the moment the terminal has connected
inline datetime clockOffset() { auto at = facts.find("offset"); return at == facts.end() ? 10800 : std::strtol(at->second.c_str(), nullptr, 10); }
inline datetime TimeCurrent() {
  if (facts["connected"] == "no") return 0;
  return facts["stands"].empty() ? now + clockOffset() - 2 : std::strtol(facts["stands"].c_str(), nullptr, 10);
}
inline datetime TimeTradeServer() { return TimeCurrent(); }
// the part of the history that the terminal has loaded by now
inline int loaded() { auto at = facts.find("loaded"); return at == facts.end() ? (int)history.size() : std::min((int)history.size(), std::atoi(at->second.c_str())); }
inline std::map<std::string, double> remembered;
inline bool GlobalVariableCheck(const string &name) { return remembered.count(name) > 0; }
inline double GlobalVariableGet(const string &name) { return remembered[name]; }
inline datetime GlobalVariableSet(const string &name, double value) { remembered[name] = value; return now; }
inline void Print(const string &text) { std::cout << "log\t" << text << std::endl; }
inline int lastError = 0;
inline int GetLastError() { return lastError; }
inline void ResetLastError() { lastError = 0; }
inline int calls = 0;

inline int WebRequest(const string &method, const string &url, const string &headers, int timeout, const MqlArray<char> &data, MqlArray<char> &result, string &) {
  calls++;
  if (facts["allowed"] == "no") { lastError = ATTACHED_ERROR; return -1; }
  int port = 80;
  char host[256] = "", path[1024] = "";
  if (sscanf(url.c_str(), "http://%255[^:/]:%d%1023s", host, &port, path) != 3) { lastError = 5200; return -1; }
  int socketId = socket(AF_INET, SOCK_STREAM, 0);
  timeval limit{timeout / 1000, 0};
  setsockopt(socketId, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, host, &address.sin_addr);
  if (connect(socketId, (sockaddr *)&address, sizeof address) != 0) { close(socketId); lastError = 5203; return -1; }
  std::string request = std::string(method) + " " + path + " HTTP/1.1\r\nHost: " + host + ":" + std::to_string(port) + "\r\n" + std::string(headers) + "Connection: close\r\nContent-Length: " + std::to_string(data.size()) + "\r\n\r\n" + std::string(data.begin(), data.end());
  for (size_t sent = 0; sent < request.size();) { ssize_t count = send(socketId, request.data() + sent, request.size() - sent, MSG_NOSIGNAL); if (count <= 0) break; sent += count; }
  std::string answer;
  char piece[4096];
  for (ssize_t count; (count = recv(socketId, piece, sizeof piece, 0)) > 0;) answer.append(piece, count);
  close(socketId);
  int status = 0;
  auto body = answer.find("\r\n\r\n");
  if (sscanf(answer.c_str(), "HTTP/1.1 %d", &status) != 1 || body == std::string::npos) { lastError = 5203; return -1; }
  std::string text = answer.substr(body + 4);
  result.assign(text.begin(), text.end());
  std::cout << "answer\t" << status << std::endl;
  return status;
}

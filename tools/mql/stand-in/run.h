// Runs the adapter compiled before it: `adapter <world file> <start, epoch seconds>`, then reads commands from its input:
// `tick N` lets N seconds pass, `world PATH` changes the world, `trade` fires the trade event. Every call and log line is printed.
int main(int count, char **arguments) {
  if (count < 3) return 2;
  readWorld(arguments[1]);
  now = std::strtol(arguments[2], nullptr, 10);
  int result = OnInit();
  std::cout << "init\t" << result << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.rfind("tick ", 0) == 0) {
      int before = calls;
      for (int second = std::atoi(line.c_str() + 5); second > 0; second--) { now++; if (facts["stands"].empty()) OnTick(); if (timerIsSet) OnTimer(); }
      std::cout << "calls\t" << calls - before << std::endl;
    } else if (line.rfind("world ", 0) == 0) {
      readWorld(line.c_str() + 6);
      std::cout << "ready" << std::endl;
    } else if (line.rfind("equity ", 0) == 0) {
      // a tick between two calls
      facts["equity"] = line.substr(7);
      OnTick();
      std::cout << "ready" << std::endl;
    } else if (line == "trade") {
#ifdef HAS_TRADE_EVENT
      OnTrade();
#endif
      std::cout << "ready" << std::endl;
    }
  }
  OnDeinit(0);
  return 0;
}

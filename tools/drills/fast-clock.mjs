// Preloaded into a process to simulate a machine whose clock is two hours fast.
const hours = 2;
const shift = hours * 3_600_000;
const Sound = Date;

globalThis.Date = class extends Sound {
  constructor(...values) {
    super(...(values.length > 0 ? values : [Sound.now() + shift]));
  }
  static now() {
    return Sound.now() + shift;
  }
};

/** Every test's client has it. */
export const testPassword = "a good password";

/** The password of every test client. */
export const testPassword = "a good password";

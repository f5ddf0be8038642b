/**
 * Operations that change something and still run without a question. All others ask, so a new operation does. A test
 * walks all operations.
 */
const unquestioned: ReadonlySet<string> = new Set([
  // twenty tickets are answered in a row by keyboard; a message to a closed ticket opens it again
  "tickets reply",
  "tickets close",
  "tickets file",
  // notes and assignment, which only colleagues see
  "clients note",
  "tickets note",
  "tickets assign",
  // colleagues' templates: a client reads one only with a reply
  "replies set",
  // who is notified: `staff add` and `staff remove` take each other back; a test message has nothing new
  "staff add",
  "staff remove",
  "staff test",
  // typed out at the command line with name and roles; `staff disable` takes it back
  "staff create",
  // returns a link, which is the second step
  "servers console",
  // do now what the service does by itself
  "drifts check",
  "jobs retry",
  // stores when it ran and what it found
  "ledger check",
  // nothing is sent until the next e-mail, and an address that bounces is stopped again
  "emails resume",
  // write a file of the machine, or copy files and delete none
  "books export",
  "texts export",
  "files copy",
  // of the simulated hypervisor
  "servers fail-next",
]);
export const unquestionedOperations: readonly string[] = [...unquestioned];

/** Returns whether an operation that changes something runs without a question. */
export const runsWithoutQuestion = (name: string): boolean => unquestioned.has(name);

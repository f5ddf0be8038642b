/** A command received in a chat; `text` is the rest of the message after it. */
export type Command = { chatId: string; name: string; text: string; language: string | undefined };

/** The operator's chat-bot; without one the service has `null` instead. */
export interface ChatBot {
  /** Returns the URL that opens the bot and passes it `payload`; null while the messenger can't be reached. */
  link(payload: string): Promise<string | null>;
  /** Sends a message. `gone`: the chat blocked the bot or does not exist any more. Other failures throw. */
  send(chatId: string, text: string): Promise<"sent" | "gone">;
  /** Answers private chats until it is stopped. Only one process at a time may listen. */
  listen(
    answer: (command: Command) => Promise<string>,
  ): Promise<{ stop: () => Promise<void>; ended: Promise<void> }>;
}

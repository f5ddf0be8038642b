/** A chat's command as it came in; `text` is what follows the command. */
export type Command = { chatId: string; name: string; text: string; language: string | undefined };

/** The operator's chat-bot; where there is none, the service has `null` in its place. */
export interface ChatBot {
  /** The address that opens the bot and hands it `payload`; null while the messenger can't be reached. */
  link(payload: string): Promise<string | null>;
  /** Sends a message. `gone`: the chat blocked the bot or does not exist any more. Anything else that fails throws. */
  send(chatId: string, text: string): Promise<"sent" | "gone">;
  /** Answers private chats until it is stopped. Only one process at a time may listen. */
  listen(
    answer: (command: Command) => Promise<string>,
  ): Promise<{ stop: () => Promise<void>; ended: Promise<void> }>;
}

/** Short messages to every instance of the dashboard, the sender too; the rooms that keep the connection implement it. */
export interface Bus {
  /** At most 7,000 bytes in all; resolves once the message is handed over, throws where it cannot be. */
  publish(topic: string, text: string): Promise<void>
  /** Calls the listener with each message of the topic; answers how to stop. */
  subscribe(topic: string, listener: (text: string) => void): () => void
  /** Calls the listener when the connection is lost and when it is back: messages in between are missed. */
  onGap(listener: () => void): () => void
  /** False while messages are missed. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Short messages to every instance of the dashboard, including the sender. */
export interface Bus {
  /**
   * Text and topic are at most 7,000 bytes. Resolves once the server has the message, else throws.
   */
  publish(topic: string, text: string): Promise<void>
  /** Calls the listener with each message of the topic. Returns a function that unsubscribes. */
  subscribe(topic: string, listener: (text: string) => void): () => void
  /** Called when the connection is lost and when it is restored. Messages in between are lost. */
  onGap(listener: () => void): () => void
  /** False while the connection is lost. */
  isConnected(): boolean
  close(): Promise<void>
}

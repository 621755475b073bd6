/**
 * The used parts of the parser, which has no types. Values and texts are raw, including entities.
 */
declare module "saxen" {
  export class Parser {
    on(
      event: "openTag",
      listener: (name: string, attributes: () => Readonly<Record<string, string>>) => void,
    ): this
    on(event: "closeTag" | "text" | "cdata" | "attention", listener: (text: string) => void): this
    on(event: "warn", listener: (error: Error) => void): this
    /** Throws at the first error. */
    parse(xml: string): void
  }
}

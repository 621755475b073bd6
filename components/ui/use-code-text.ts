import { useMessages } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import type { Messages } from "@/lib/client/messages"

/** What an error code says to people: `{ title, detail }`. */
export type CodeText = Messages["errors"]["codes"]["internal"]

/** The texts of error codes in the reader's language; undefined for no code, and for one without a text. */
export function useCodeText(): (code: string | null) => CodeText | undefined {
  const codes: Readonly<Record<string, CodeText>> = useMessages().errors.codes
  return (code) => (code === null ? undefined : ownValue(codes, code))
}

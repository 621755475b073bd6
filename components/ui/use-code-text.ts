import { useMessages } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import type { Messages } from "@/lib/client/messages"

/** The texts of an error code: `{ title, detail }`. */
export type CodeText = Messages["errors"]["codes"]["internal"]

/**
 * Texts of error codes in the reader's language; undefined without a code, or for a code without
 * texts.
 */
export function useCodeText(): (code: string | null) => CodeText | undefined {
  const codes: Readonly<Record<string, CodeText>> = useMessages().errors.codes
  return (code) => (code === null ? undefined : ownValue(codes, code))
}

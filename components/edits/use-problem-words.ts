import { useMessages } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import type { Messages } from "@/lib/client/messages"

type CodeTexts = Readonly<Record<string, Messages["errors"]["codes"]["internal"]>>

/** A problem in the reader's language: what its code says, else that something is wrong. */
export function useProblemWords(): (problem: ApiProblem) => {
  readonly title: string
  readonly detail: string
} {
  const { codes, unexpected } = useMessages().errors
  const known: CodeTexts = codes
  return ({ code }) => (Object.hasOwn(known, code) ? known[code] : undefined) ?? unexpected
}

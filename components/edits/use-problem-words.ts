import { useMessages } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import { type CodeText, useCodeText } from "../ui/use-code-text"

/** A problem in the reader's language: what its code says, else that something is wrong. */
export function useProblemWords(): (problem: ApiProblem) => CodeText {
  const { unexpected } = useMessages().errors
  const textOf = useCodeText()
  return ({ code }) => textOf(code) ?? unexpected
}

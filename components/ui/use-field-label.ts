import { useCallback } from "react"
import { useMessages } from "use-intl"
import { fieldLabel } from "@/lib/client/messages"

/** What people call a field, in their language. */
export function useFieldLabel(): (name: string) => string {
  const { fields } = useMessages()
  return useCallback((name: string) => fieldLabel(fields, name), [fields])
}

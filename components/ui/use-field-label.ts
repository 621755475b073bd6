import { useCallback } from "react"
import { useMessages } from "use-intl"
import { fieldLabel } from "@/lib/client/messages"

export function useFieldLabel(): (name: string) => string {
  const { fields } = useMessages()
  return useCallback((name: string) => fieldLabel(fields, name), [fields])
}

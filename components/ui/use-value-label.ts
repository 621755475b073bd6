import { useCallback } from "react"
import { useMessages } from "use-intl"
import { valueLabel } from "@/lib/client/messages"

export function useValueLabel(): (field: string, value: string) => string {
  const { values } = useMessages()
  return useCallback((field: string, value: string) => valueLabel(values, field, value), [values])
}

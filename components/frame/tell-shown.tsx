"use client"

import { useEffect } from "react"
import { noteShown } from "@/lib/client"

/** Has look-ups of names say whom an answer that the server read has shown. */
export function TellShown({ shown }: { shown: string | undefined }) {
  useEffect(() => noteShown(shown), [shown])
  return null
}

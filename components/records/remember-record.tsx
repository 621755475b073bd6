"use client"

import { useEffect } from "react"
import { rememberRecent } from "@/lib/client"

export interface RememberRecordProps {
  /** The operation's id. */
  readonly operation: string
  /** The path's ids in order, separated by slashes. */
  readonly path: string
  readonly name: string | null
}

/** Notes that the person opened this record; that it could not be noted is no matter. */
export function RememberRecord({ operation, path, name }: RememberRecordProps) {
  useEffect(() => {
    rememberRecent({ operation, ids: path.split("/"), name }).catch(() => {})
  }, [operation, path, name])
  return null
}

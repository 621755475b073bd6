import { useEffect, useState } from "react"
import type { TreeEntry } from "@/lib/client"
import type { ColumnFacts } from "./read-columns"
import { type ReadableFile, readImport, type UnreadableFile } from "./read-import"

/** What a file's text asks for; undefined without one, and while it is being read. */
export function useImportFile(
  text: string | undefined,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
): ReadableFile | UnreadableFile | undefined {
  const [read, setRead] = useState<{ of: string; file: ReadableFile | UnreadableFile }>()
  useEffect(() => {
    if (text === undefined) return
    let isOver = false
    void readImport(text, facts, departments).then((file) => {
      if (!isOver) setRead({ of: text, file })
    })
    return () => {
      isOver = true
    }
  }, [text, facts, departments])
  return read && read.of === text ? read.file : undefined
}

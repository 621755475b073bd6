"use client"

import { useEffect } from "react"
import { followSignOuts, noteShown, publishPerson } from "@/lib/client"
import { usePersonId } from "../ui/person-id"
import { useFrame } from "./frame-context"

/** Has this page's changes say whose page it is, and what is entered on it end where the person signs out. */
export function PublishPerson() {
  const { key } = useFrame().person
  const person = usePersonId()
  useEffect(() => publishPerson(key), [key])
  useEffect(() => followSignOuts(person), [person])
  return null
}

/** Has look-ups of names say whom an answer that the server read has shown. */
export function PublishShown({ shown }: { shown: string | undefined }) {
  useEffect(() => noteShown(shown), [shown])
  return null
}

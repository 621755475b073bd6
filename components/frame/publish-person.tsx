"use client"

import { useEffect } from "react"
import { followSignOuts, noteShown, publishPerson } from "@/lib/client"
import { usePersonId } from "../ui/person-id"

/** Has this page's changes say whose page it is, and what is entered on it end where the person signs out. */
export function PublishPerson({ personKey }: { personKey: string }) {
  const person = usePersonId()
  useEffect(() => publishPerson(personKey), [personKey])
  useEffect(() => followSignOuts(person), [person])
  return null
}

/** Has look-ups of names say whom an answer that the server read has shown. */
export function PublishShown({ shown }: { shown: string | undefined }) {
  useEffect(() => noteShown(shown), [shown])
  return null
}

"use client"

import { useEffect } from "react"
import { followSignOuts, noteShown, tellPerson } from "@/lib/client"
import { usePersonId } from "../ui/person-id"

/** Has this page's changes say whose page it is, and what is entered on it end where the person signs out. */
export function TellPerson({ personKey }: { personKey: string }) {
  const person = usePersonId()
  useEffect(() => tellPerson(personKey), [personKey])
  useEffect(() => followSignOuts(person), [person])
  return null
}

/** Has look-ups of names say whom an answer that the server read has shown. */
export function TellShown({ shown }: { shown: string | undefined }) {
  useEffect(() => noteShown(shown), [shown])
  return null
}

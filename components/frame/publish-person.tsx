"use client"

import { useEffect } from "react"
import { followSignOuts, publishPerson } from "@/lib/client"
import { leaveUnasked } from "../ui/leave-guard"
import { usePersonId } from "../ui/person-id"
import { useFrame } from "./frame-context"

/** What was shown goes too: another tab's page is left, and cannot be gone back to. */
const leavePages = () => leaveUnasked(() => window.location.replace("/signin"))

/** Has this page's changes say whose page it is, and what is entered on it end where the person signs out. */
export function PublishPerson() {
  const { key } = useFrame().person
  const person = usePersonId()
  useEffect(() => publishPerson(key), [key])
  useEffect(() => followSignOuts(person, leavePages), [person])
  return null
}

"use client"

import { useEffect } from "react"
import { followSignOuts, publishPerson } from "@/lib/client"
import { leaveUnasked } from "../ui/leave-guard"
import { usePersonId } from "../ui/person-id"
import { useFrame } from "./frame-context"

/**
 * Removes the page from view and from the history, because the sign-out happened in another tab.
 */
const leavePages = () => leaveUnasked(() => window.location.replace("/signin"))

/**
 * Sends this page's person with its changes, and leaves the page when that person signs out in
 * another tab.
 */
export function PublishPerson() {
  const { key } = useFrame().person
  const person = usePersonId()
  useEffect(() => publishPerson(key), [key])
  useEffect(() => followSignOuts(person, leavePages), [person])
  return null
}

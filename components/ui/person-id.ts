"use client"

import { createContext, use } from "react"

export const PersonId = createContext("")

/** The id of the signed-in person, which separates the input of several people in one browser. */
export const usePersonId = (): string => use(PersonId)

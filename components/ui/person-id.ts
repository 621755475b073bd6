"use client"

import { createContext, use } from "react"

/** Says below itself who is signed in. */
export const PersonId = createContext("")

/** The id of the person who is signed in, to keep apart what several people enter in one browser. */
export const usePersonId = (): string => use(PersonId)

import { z } from "zod"
import { isFaultCode, userNameColumns } from "../catalogue"
import { defineRoute, type Immutable } from "./route"
import { fileColumns, guidText } from "./values"

/** Limits of an upload of user names. */
export const namesUploadLimits = { rows: 500_000, bytes: 64 * 1024 * 1024 } as const

/** Maximum ids per lookup. */
export const lookupLimit = 1000

/** Minimum letters of a text by which names are searched. */
const minLetters = 3

const names = z.record(z.guid(), z.string())

const departmentNames = z.strictObject({
  names,
  /** Department types at each level of the tree, from the top, most frequent first. */
  levels: z.array(z.array(z.string())).exactOptional(),
  /** When the list was last read completely. Absent before the first time. */
  asOf: z.iso.datetime().optional(),
})
export type DepartmentNames = Immutable<z.output<typeof departmentNames>>

const upload = z.strictObject({
  count: z.number(),
  /** Milliseconds since 1970. Absent if nothing was uploaded. */
  uploadedAt: z.number().optional(),
  uploadedBy: z.string().nullable().optional(),
  /**
   * Uploaded department names that match none or several of the platform's, with the number of
   * people.
   */
  unplaced: z.array(
    z.strictObject({ text: z.string(), people: z.number(), isAmbiguous: z.boolean() }),
  ),
  limits: z.strictObject({ rows: z.number(), bytes: z.number() }),
})
/** The number of uploaded user names, and its limit. */
export type UserNamesUpload = Immutable<z.output<typeof upload>>

const uploaded = z.strictObject({
  count: z.number(),
  /** Problems of the lines that were left out, the first 1,000. */
  errors: z.array(
    z.strictObject({
      /** `line 3`. */
      parameter: z.string(),
      /** Counted from 1. */
      line: z.number(),
      message: z.string(),
      fault: z.strictObject({
        code: z.string().refine(isFaultCode),
        figure: z.number().exactOptional(),
      }),
    }),
  ),
})
/** The result of an upload of user names. */
export type UploadedNames = Immutable<z.output<typeof uploaded>>

const details = z.strictObject({
  department: z.string().exactOptional(),
  title: z.string().exactOptional(),
  /** Withheld from people who may not see all names. */
  email: z.string().exactOptional(),
})
/** What is known of a user besides their name. */
export type UserDetails = Immutable<z.output<typeof details>>

const found = z.strictObject({
  names,
  /** For those of whom anything besides their name is known. */
  details: z.record(z.guid(), details).exactOptional(),
  /** Total number of known names. */
  known: z.number(),
})
/** Some names by id, and the total number of known names. */
export type FoundNames = Immutable<z.output<typeof found>>

const byId = z.strictObject({
  ids: z.array(guidText).max(lookupLimit),
})
const byText = z.strictObject({
  text: z
    .string()
    .max(200)
    .regex(/^[^\0\p{Surrogate}]*$/u)
    .refine(
      (text) => [...text.trim()].length >= minLetters,
      `must have ${minLetters} letters at least`,
    ),
})

/** Names of departments, from the platform's list, and of users, uploaded by an administrator. */
export const namesContract = {
  readDepartmentNames: defineRoute({
    name: "read-department-names",
    method: "GET",
    path: "/api/names/departments",
    summary: "Read the names of all departments",
    permission: "users:read",
    scope: "all",
    answer: departmentNames,
    problems: [],
  }),
  readUserNames: defineRoute({
    name: "read-user-names",
    method: "GET",
    path: "/api/names/users",
    summary: "Read how many names of users there are",
    permission: "names:write",
    scope: "none",
    answer: upload,
    problems: ["took_too_long"],
  }),
  uploadUserNames: defineRoute({
    name: "upload-user-names",
    method: "PUT",
    path: "/api/names/users",
    summary: "Put a file's names in the place of all names of users",
    permission: "names:write",
    scope: "none",
    query: z.object({
      /** Returns how many names there would be, with the faults of all lines, and changes nothing. */
      preview: z.literal("true", "must be true, or absent").optional(),
      /** Skips faulty lines. Otherwise one of them rejects the file. */
      take: z.literal("good", "must be good, or absent").optional(),
      columns: fileColumns([...userNameColumns.required, ...userNameColumns.optional]),
    }),
    upload: "text/csv",
    limit: { bytes: namesUploadLimits.bytes },
    answer: uploaded,
    problems: ["invalid_import", "upload_too_slow", "too_many_requests", "took_too_long"],
  }),
  removeUserNames: defineRoute({
    name: "remove-user-names",
    method: "DELETE",
    path: "/api/names/users",
    summary: "Remove all names of users",
    permission: "names:write",
    scope: "none",
    answer: null,
    problems: ["took_too_long"],
  }),
  /**
   * Search by text is for HR managers and administrators only. Analysts may look up managers of
   * departments by id.
   */
  lookUpUserNames: defineRoute({
    name: "look-up-user-names",
    method: "POST",
    path: "/api/names/users/lookup",
    summary: "Look up the names of users by id, or search them",
    permission: "users:read",
    scope: "all",
    body: z.union([byId, byText]),
    answer: found,
    problems: ["too_many_requests", "took_too_long"],
  }),
}

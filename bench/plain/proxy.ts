import { NextResponse } from "next/server"

export const config = { matcher: ["/never"] }

/** Asked for nothing that is measured: without a file of its own the app would take the dashboard's, which Next finds in a folder above. */
export const proxy = (): NextResponse => NextResponse.next()

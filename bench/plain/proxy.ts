import { NextResponse } from "next/server"

export const config = { matcher: ["/never"] }

/**
 * Not used by any measurement: without this file the app would use the dashboard's, which Next
 * finds in a folder above.
 */
export const proxy = (): NextResponse => NextResponse.next()

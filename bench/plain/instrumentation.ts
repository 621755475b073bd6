/**
 * Empty: without this file the app would use the dashboard's, which Next finds in a folder above.
 */
export function register(): void {}

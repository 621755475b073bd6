/** A floating surface: menus, lists, popovers. */
export const popupClass =
  "popup-motion weak:max-w-(--available-width) rounded-lg bg-raised text-ink shadow-popup outline-none"

/** A row in a menu or list of options. */
export const itemClass =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-disabled:pointer-events-none data-highlighted:bg-hover data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"

/** Words that every statement of reasons has, in English; pages say the same in the language of their reader. */
export const STATEMENT_GROUND = "The message was found incompatible with the terms of service.";
export const STATEMENT_REDRESS =
  "You can appeal for at least six months after this statement, or take the matter to an out-of-court body or a court.";

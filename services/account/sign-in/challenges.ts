import { type Clock, MINUTE } from "#libs/kernel/clock.ts";
import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import { randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { CHALLENGE_MINUTES, type ChallengeDoc, type ChallengePurpose, type ChallengeStore } from "../data/challenge.store.ts";
import type { UserStore } from "../data/user.store.ts";
import { basisOfProof, type User } from "../domain/user.ts";

/** Who may answer, and what for. */
interface Door {
  readonly purpose: ChallengePurpose;
  /** For STEP_UP and ENROL: the session that asked. */
  readonly sessionId?: string | undefined;
}

interface NewChallenge extends Door {
  /** Null while the user is not known. */
  readonly user: User | null;
  /** A token that the client has got otherwise; a new secret when absent. */
  readonly token?: string | undefined;
  /** What the purpose has to remember; it is sealed at rest. */
  readonly content?: string | undefined;
}

/** A challenge whose answer may be compared now. */
export interface OpenChallenge {
  readonly id: string;
  /** As it is now, with the basis of its proof unchanged; null where the challenge knows none. */
  readonly user: User | null;
  readonly content: string | null;
}

/** A challenge asks for a second proof. It lives five minutes, has one purpose, and takes five answers. */
export interface Challenges {
  begin(challenge: NewChallenge): Promise<{ readonly challengeToken: string; readonly expiresAt: string }>;
  /**
   * The challenge of a token, to compare an answer with. The answer is counted before it is compared: a burst gets no more of them than a
   * sequence. Null when the challenge is used up, has ended, has another purpose or session, or the basis of its user's
   * proof has changed.
   */
  open(token: string, door: Door): Promise<OpenChallenge | null>;
  /** Uses up a challenge by its right answer; false when a parallel one was faster. */
  useUp(tx: Tx | null, challenge: Pick<OpenChallenge, "id">): Promise<boolean>;
}

interface ChallengeDeps {
  readonly challenges: ChallengeStore;
  readonly users: Pick<UserStore, "find">;
  readonly clock: Clock;
  readonly cipher: FieldCipher;
}

const LIFETIME_MS = CHALLENGE_MINUTES * MINUTE;
const MAX_ANSWERS = 5;

const stampOf = (user: User): string => sha256Hex(JSON.stringify(basisOfProof(user)));
const boundTo = (id: string): string => `challenge|${id}`;

export function createChallenges({ challenges, users, clock, cipher }: ChallengeDeps): Challenges {
  /** The user of a challenge; null when the basis of the proof has changed. */
  const findUser = async (userId: string, { passwordStamp }: ChallengeDoc): Promise<User | null> => {
    const user = await users.find(userId);
    return user && stampOf(user) === passwordStamp ? user : null;
  };

  return {
    async begin({ purpose, sessionId, user, content, token: challengeToken = randomSecret() }) {
      const id = sha256Hex(challengeToken);
      const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
      await challenges.insert({
        _id: id,
        purpose,
        userId: user?._id ?? null,
        passwordStamp: user && stampOf(user),
        sessionId: sessionId ?? null,
        answers: 0,
        ...(content !== undefined && { content: cipher.encrypt(content, boundTo(id)) }),
        expiresAt,
      });
      return { challengeToken, expiresAt: expiresAt.toISOString() };
    },
    async open(token, { purpose, sessionId = null }) {
      const found = await challenges.countAnswer({ _id: sha256Hex(token), purpose, sessionId }, MAX_ANSWERS, clock.now());
      if (!found) return null;
      const { _id: id, userId } = found;
      const user = userId === null ? null : await findUser(userId, found);
      if (userId !== null && !user) return null;
      return { id, user, content: found.content === undefined ? null : cipher.decrypt(found.content, boundTo(id)) };
    },
    useUp: (tx, { id }) => challenges.delete(tx, id),
  };
}

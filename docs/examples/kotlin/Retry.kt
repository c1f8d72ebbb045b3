// The loop that carries one action to its answer. The same in TypeScript, Kotlin and Swift.
package com.example.payouts

import java.time.Duration.between
import java.time.Instant
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME
import java.time.format.DateTimeParseException
import kotlin.math.pow
import kotlin.random.Random
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlin.time.toKotlinDuration
import kotlinx.coroutines.delay

/** What somebody wants done. It is stored before its first attempt and sent unchanged in every one. */
data class Action(
    val key: String, // the Idempotency-Key: one for the action, not one for each attempt
    val path: String,
    val body: String,
    val attempted: Boolean, // stored as true, so that it is false only for whoever has stored it just now
)

/** A whole answer, made of JSON. Anything less is no answer. */
data class Answer(
    val status: Int,
    val problem: String?, // the `type` of a problem, such as /problems/reference-taken
    val retryAfter: String?, // the header
    val replayed: Boolean, // whether Idempotent-Replayed came with it
    val body: String,
)

/** Done and refused are decided. Unknown is not: keep the action, and ask again later with the same key. */
enum class Verdict { DONE, REFUSED, UNKNOWN, AGAIN }

data class Outcome(
    val verdict: Verdict, // never AGAIN
    val answer: Answer?, // the last one that came
)

/** Sends one attempt. Null when no whole answer came in time, whatever the reason. It repeats nothing by itself. */
typealias Send = suspend (action: Action, timeout: Duration) -> Answer?

data class Patience(
    val attempt: Duration = 10.seconds, // how long one attempt may take: longer than the server's 5 s for a twin
    val base: Duration = 200.milliseconds,
    val cap: Duration = 10.seconds,
    val total: Duration = 60.seconds, // then the action is left unknown
)

suspend fun perform(action: Action, patience: Patience = Patience(), send: Send): Outcome {
    val end = TimeSource.Monotonic.markNow() + patience.total
    var last: Answer? = null
    var doubt = action.attempted // whether an earlier attempt may have been accepted
    var attempt = 0
    while (true) {
        val left = -end.elapsedNow()
        val answer = send(action, minOf(patience.attempt, left))
        last = answer ?: last
        val verdict = judge(answer, doubt)
        if (verdict != Verdict.AGAIN) {
            return Outcome(verdict, answer)
        }
        doubt = doubt || answer?.problem !in UNTOUCHED
        val jitter = minOf(patience.cap, patience.base * 2.0.pow(attempt)) * Random.nextDouble()
        val pause = wait(answer) + jitter
        if ((end - pause).hasPassedNow()) {
            return Outcome(Verdict.UNKNOWN, last)
        }
        delay(pause)
        attempt++
    }
}

/** With these Semel says that it did nothing, and why another try may do. */
private val UNTOUCHED = setOf("/problems/request-timeout", "/problems/rate-limited")

/** Said with the key in hand, as every 409 is: an earlier attempt that was accepted would have answered instead. */
private val WITH_THE_KEY = setOf("/problems/idempotency-key-reused", "/problems/no-provider")

fun judge(answer: Answer?, doubt: Boolean): Verdict {
    if (answer == null || answer.status >= 500 || answer.status == 408 || answer.status == 429) {
        return Verdict.AGAIN
    }
    if (answer.problem == "/problems/idempotency-key-in-use") {
        return Verdict.AGAIN
    }
    if (answer.status in 200..299) {
        return Verdict.DONE
    }
    // Said of the token, or by something in between: no word about the action.
    if (answer.status == 401 || answer.status == 403 || answer.problem == null) {
        return Verdict.UNKNOWN
    }
    // Whatever else is refused is refused before the key is looked at: no word about earlier attempts.
    val decided = answer.replayed || answer.status == 409 || answer.problem in WITH_THE_KEY
    return if (decided || !doubt) Verdict.REFUSED else Verdict.UNKNOWN
}

/** The least wait that the answer asks for: seconds, or, from something in between, a date. */
private fun wait(answer: Answer?): Duration {
    val text = answer?.retryAfter ?: "0"
    val wait = text.toIntOrNull()?.seconds ?: try {
        between(Instant.now(), ZonedDateTime.parse(text, RFC_1123_DATE_TIME)).toKotlinDuration()
    } catch (_: DateTimeParseException) {
        Duration.ZERO
    }
    return maxOf(Duration.ZERO, wait)
}

// The loop that carries one action to its answer. The same in TypeScript, Kotlin and Swift.
import Foundation

/// What somebody wants done. It is stored before its first attempt and sent unchanged in every one.
struct Action: Codable, Sendable {
    let key: String // the Idempotency-Key: one for the action, not one for each attempt
    let path: String
    let body: String
    let attempted: Bool // stored as true, so that it is false only for whoever has stored it just now
}

/// A whole answer, made of JSON. Anything less is no answer.
struct Answer: Sendable {
    let status: Int
    let problem: String? // the `type` of a problem, such as /problems/reference-taken
    let retryAfter: String? // the header
    let replayed: Bool // whether Idempotent-Replayed came with it
    let body: String
}

/// Done and refused are decided. Unknown is not: keep the action, and ask again later with the same key.
enum Verdict: Sendable { case done, refused, unknown, again }

struct Outcome: Sendable {
    let verdict: Verdict // never again
    let answer: Answer? // the last one that came
}

/// Sends one attempt. Nil when no whole answer came in time, whatever the reason. It repeats nothing by itself.
typealias Send = @Sendable (_ action: Action, _ timeout: TimeInterval) async -> Answer?

/// In seconds.
struct Patience: Sendable {
    var attempt: TimeInterval = 10 // how long one attempt may take: longer than the server's 5 s for a twin
    var base: TimeInterval = 0.2
    var cap: TimeInterval = 10
    var total: TimeInterval = 60 // then the action is left unknown
}

/// Throws only when its task is cancelled, which leaves the action unknown as well.
func perform(_ action: Action, patience: Patience = Patience(), send: Send) async throws -> Outcome {
    let end = ProcessInfo.processInfo.systemUptime + patience.total
    var last: Answer? = nil
    var doubt = action.attempted // whether an earlier attempt may have been accepted
    var attempt = 0
    while true {
        let left = end - ProcessInfo.processInfo.systemUptime
        let answer = await send(action, min(patience.attempt, left))
        last = answer ?? last
        let verdict = judge(answer, doubt: doubt)
        if verdict != .again {
            return Outcome(verdict: verdict, answer: answer)
        }
        doubt = doubt || !untouched.contains(answer?.problem ?? "")
        let jitter = Double.random(in: 0...1) * min(patience.cap, patience.base * pow(2, Double(attempt)))
        let pause = wait(answer) + jitter
        if ProcessInfo.processInfo.systemUptime + pause >= end {
            return Outcome(verdict: .unknown, answer: last)
        }
        try await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))
        attempt += 1
    }
}

/// With these Semel says that it did nothing, and why another try may do.
private let untouched: Set<String> = ["/problems/request-timeout", "/problems/rate-limited"]
/// Said with the key in hand, as every 409 is: an earlier attempt that was accepted would have answered instead.
private let withTheKey: Set<String> = ["/problems/idempotency-key-reused", "/problems/no-provider"]

func judge(_ answer: Answer?, doubt: Bool) -> Verdict {
    guard let answer, answer.status < 500, answer.status != 408, answer.status != 429 else {
        return .again
    }
    if answer.problem == "/problems/idempotency-key-in-use" {
        return .again
    }
    if (200..<300).contains(answer.status) {
        return .done
    }
    // Said of the token, or by something in between: no word about the action.
    guard let problem = answer.problem, answer.status != 401, answer.status != 403 else {
        return .unknown
    }
    // Whatever else is refused is refused before the key is looked at: no word about earlier attempts.
    let decided = answer.replayed || answer.status == 409 || withTheKey.contains(problem)
    return decided || !doubt ? .refused : .unknown
}

/// The least wait that the answer asks for: seconds, or, from something in between, a date.
private func wait(_ answer: Answer?) -> TimeInterval {
    let text = answer?.retryAfter ?? "0"
    let dates = DateFormatter()
    dates.locale = Locale(identifier: "en_US_POSIX")
    dates.timeZone = TimeZone(identifier: "GMT")
    dates.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    let wait = Int(text).map { TimeInterval($0) } ?? dates.date(from: text)?.timeIntervalSinceNow ?? 0
    return max(0, wait)
}

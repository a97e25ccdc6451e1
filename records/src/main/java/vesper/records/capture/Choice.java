package vesper.records.capture;

import vesper.records.masks.Mask;
import vesper.records.rows.RuleBounds;
import vesper.records.rules.CompiledRule;
import vesper.records.rules.CompiledTrackerRule;

/**
 * The parts of one exchange to record. Reused for each exchange, so that the decision allocates nothing. Not
 * thread-safe.
 */
final class Choice {
    boolean monitored;
    boolean tracked;
    String rule = "";
    long cost;
    boolean headers;
    boolean query;
    boolean request;
    boolean response;
    int bodyBytes;
    /** Row flags with the limits of the Monitor's rule; set only if the Tracker records the exchange too. */
    long ruleBounds;

    String type = "";
    String sender = "";
    String receiver = "";
    Mask mask = Mask.DEFAULT;

    void clear() {
        monitored = false;
        tracked = false;
        rule = "";
        cost = 0;
        headers = false;
        query = false;
        request = false;
        response = false;
        bodyBytes = 0;
        ruleBounds = 0;
        type = "";
        sender = "";
        receiver = "";
        mask = Mask.DEFAULT;
    }

    void monitoredBy(CompiledRule by) {
        monitored = true;
        rule = by.rule().name();
        cost = by.rule().cost();
        headers = by.keepsHeaders();
        query = by.keepsQuery();
        request = by.keepsBodies();
        response = by.keepsBodies();
        bodyBytes = by.bodyBytes();
    }

    void trackedBy(CompiledTrackerRule by) {
        tracked = true;
        if (monitored) ruleBounds = RuleBounds.flags(headers, query, bodyBytes);
        headers |= by.keepsRequest();
        query |= by.keepsRequest();
        request |= by.keepsRequest();
        response |= by.keepsResponse();
        bodyBytes = Math.max(bodyBytes, by.bodyBytes());
        type = by.type();
        sender = by.sender();
        receiver = by.receiver();
    }
}

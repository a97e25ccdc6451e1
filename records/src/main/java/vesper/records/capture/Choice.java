package vesper.records.capture;

import vesper.records.masks.Mask;
import vesper.records.rows.RuleBounds;
import vesper.records.rules.CompiledRule;
import vesper.records.rules.CompiledTrackerRule;

/** What is to be kept of one exchange. Filled anew for each, so that choosing costs no object; used by one thread. */
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
    /** What of all that the Monitor's rule keeps, where the Tracker keeps things too: flags of the row. */
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

package vesper.records.capture;

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
    String type = "";
    String sender = "";
    String receiver = "";

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
        type = "";
        sender = "";
        receiver = "";
    }
}

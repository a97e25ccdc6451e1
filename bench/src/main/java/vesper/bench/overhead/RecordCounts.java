package vesper.bench.overhead;

import java.io.IOException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.bench.instrument.RunningServer;

/** The number of records that search finds among invocations and among transactions. */
record RecordCounts(long monitored, long tracked) {
    private static final Pattern TOTAL = Pattern.compile("\"total\"\\s*:\\s*(\\d+)");

    static RecordCounts since(Instant since, RunningServer server) throws IOException, InterruptedException {
        return new RecordCounts(
                count("/admin/monitor/records", since, server), count("/admin/tracker/transactions", since, server));
    }

    private static long count(String path, Instant since, RunningServer server)
            throws IOException, InterruptedException {
        String found = server.get(path + "?q=&limit=0&count=true&wait=true&from=" + since.toEpochMilli());
        Matcher total = TOTAL.matcher(found);
        if (found.contains("\"incomplete\"") || !total.find()) {
            throw new IOException("the count is incomplete: " + found.strip());
        }
        return Long.parseLong(total.group(1));
    }
}

package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.List;
import vesper.bench.results.Metric;
import vesper.bench.results.Published;

/**
 * The results of RestExpress and Tomcat in the original sweep, measured by {@code httperf} over a network. The method
 * is described in <a href="https://github.com/RestExpress/RestExpress/wiki/Benchmarks-Round-2">Benchmarks, round 2</a>
 * (2012), which itself has only charts. The figures are those of the files that {@link #FIGURES} names, at every tenth
 * of their rates. The names of the files give the number of threads.
 */
final class PublishedSweep {
    private static final String FIGURES =
            " in TestingScripts of https://github.com/rajesh570/RestExpress-Benchmarks at commit 66e4fc7; how it was measured:"
                    + " https://github.com/RestExpress/RestExpress/wiki/Benchmarks-Round-2";

    /**
     * Connections per second that were due, those that were opened, milliseconds to connect, requests per second,
     * milliseconds to reply.
     */
    private static final String REST_EXPRESS = """
            1000 711.4 4.0 71142.0 21.9
            2000 933.5 3.9 93353.3 11.0
            3000 1113.4 21.8 111338.3 18.3
            4000 1183.2 32.2 118316.1 23.0
            5000 1224.1 69.6 122406.5 28.4
            6000 1272.6 79.7 127259.0 29.4
            7000 1213.4 41.8 121342.8 31.8
            8000 1296.0 32.6 129596.4 31.5
            9000 1333.0 98.3 133304.8 29.4
            10000 1304.9 280.1 130487.9 27.2
            """;

    private static final String TOMCAT_NIO = """
            1000 648.9 4.1 64894.8 27.3
            2000 907.5 74.0 90753.3 14.0
            3000 1014.7 114.9 101467.8 26.6
            4000 804.5 900.7 79174.9 16.6
            5000 956.3 692.6 94693.9 22.0
            6000 904.3 425.0 90046.0 30.3
            7000 878.5 885.5 87816.9 21.4
            8000 915.7 402.8 91365.8 30.0
            9000 902.5 565.3 87141.7 26.5
            10000 921.4 477.9 91939.4 33.5
            """;

    private static final String TOMCAT_APR = """
            1000 691.0 0.5 69103.2 17.8
            2000 479.6 0.8 47955.7 74.4
            3000 451.0 0.8 45102.1 88.8
            4000 434.0 0.7 43403.3 99.7
            5000 416.9 0.9 41694.9 107.8
            6000 414.4 0.7 41443.1 109.8
            7000 396.2 0.7 39623.2 116.1
            8000 398.2 0.7 39821.4 117.2
            9000 407.1 0.9 40705.2 114.6
            10000 392.9 0.8 39291.0 118.9
            """;

    private PublishedSweep() {}

    /** Returns the figures, each for the arm of the server at the same rate. */
    static List<Published> figures() {
        List<Published> all = new ArrayList<>();
        all.addAll(figures("restexpress1.csv", "RestExpress 0.8", "restexpress", REST_EXPRESS));
        all.addAll(figures("tomcatNIO64_new.csv", "Tomcat, NIO, 64 threads", "tomcat-20", TOMCAT_NIO));
        all.addAll(figures("tcAPR_200.csv", "Tomcat, APR, 200 threads", "tomcat-200", TOMCAT_APR));
        return all;
    }

    private static List<Published> figures(String file, String system, String server, String table) {
        List<Published> all = new ArrayList<>();
        for (String line : table.lines().toList()) {
            String[] cells = line.split(" ", -1);
            String arm = server + " at " + cells[0];
            String source = file + FIGURES;
            all.add(new Published(source, system, arm, Metric.RATE, Double.parseDouble(cells[3])));
            all.add(new Published(source, system, arm, Metric.CONNECTIONS, Double.parseDouble(cells[1])));
            all.add(new Published(source, system, arm, Metric.CONNECT, micros(cells[2])));
            all.add(new Published(source, system, arm, Metric.REPLY, micros(cells[4])));
        }
        return all;
    }

    private static double micros(String millis) {
        return 1000 * Double.parseDouble(millis);
    }
}

package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.List;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Subject;
import vesper.bench.results.Contrasts.Pair;

/** Which arms are compared with which. An arm's name is that of its server and then how it is driven. */
final class Comparing {
    private Comparing() {}

    /** This server's arms with those of each other server that are driven in the same way. */
    static List<Pair> withOthers(String server, List<Arm> arms) {
        List<String> names = arms.stream().map(Arm::name).toList();
        List<Pair> pairs = new ArrayList<>();
        for (Arm arm : arms) {
            String other = serverOf(arm);
            String own = server + arm.name().substring(other.length());
            if (!other.startsWith(server) && names.contains(own)) pairs.add(new Pair(own, arm.name()));
        }
        return pairs;
    }

    /** Every arm but the first with the first. */
    static List<Pair> withFirst(List<Arm> arms) {
        return arms.stream()
                .skip(1)
                .map(arm -> new Pair(arm.name(), arms.getFirst().name()))
                .toList();
    }

    /**
     * The arm once more, with its server in another process, unless that is one that runs already: how it differs from the
     * first is how what is alike differs.
     */
    static Arm again(Arm arm) {
        Subject subject = arm.subject();
        Subject another = subject.running().isPresent() ? subject : subject.named(subject.name() + Workshop.AGAIN);
        return new Arm(arm.name() + Workshop.AGAIN, arm.levels(), another, arm.drive());
    }

    static boolean isAgain(Arm arm) {
        return arm.name().endsWith(Workshop.AGAIN) || arm.subject().name().endsWith(Workshop.AGAIN);
    }

    private static String serverOf(Arm arm) {
        int end = arm.name().indexOf(' ');
        return end < 0 ? arm.name() : arm.name().substring(0, end);
    }
}

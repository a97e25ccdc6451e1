package vesper.bench.instrument;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import vesper.bench.instrument.Expected.AsFirst;
import vesper.bench.load.Checks;

/**
 * Expected responses for requests whose response the user did not specify. The first arm with a request sends it three
 * times before its warm-up and three times after. All arms with the same request must receive that status and, if the
 * six responses had the same size, that size. An arm that answers with nothing, or with something else, must not win by
 * that. If the first responses are errors, they are not used as a reference and count as errors.
 */
final class FirstAnswers {
    private static final int TIMES = 3;
    private static final int LOOKS = 2;

    private record Question(String path, AsFirst asked) {}

    /** @param arm name of the first arm */
    private record First(String arm, List<AnswerForm> forms) {}

    private final Map<Question, First> firsts = new LinkedHashMap<>();

    /** Sends the request if no other arm has sent it yet, or if this arm sent it before its warm-up. */
    void look(Arm arm, RunningSubject server) throws IOException, InterruptedException {
        if (!(arm.drive().expected() instanceof AsFirst asked)) return;
        First first = firsts.computeIfAbsent(
                new Question(arm.drive().path(), asked), _ -> new First(arm.name(), new ArrayList<>()));
        if (!first.arm().equals(arm.name()) || first.forms().size() >= LOOKS * TIMES) return;
        byte[] body = asked.body().getBytes(StandardCharsets.ISO_8859_1);
        for (int n = 0; n < TIMES; n++) {
            first.forms().add(server.look(asked.method(), arm.drive().path(), body));
        }
        server.awaitIdle();
    }

    /** Returns a copy of the arm that expects responses like the first ones. */
    Arm applied(Arm arm) {
        if (!(arm.drive().expected() instanceof AsFirst asked)) return arm;
        First first = firsts.get(new Question(arm.drive().path(), asked));
        return first == null ? arm : arm.driven(arm.drive().expecting(new Expected.Known(checks(first.forms()))));
    }

    private static Checks checks(List<AnswerForm> forms) {
        AnswerForm one = forms.getFirst();
        if (!isOneStatus(forms) || one.isError()) return Checks.NONE;
        OptionalLong size = isOneSize(forms) ? OptionalLong.of(one.bytes()) : OptionalLong.empty();
        return new Checks(OptionalInt.of(one.status()), size, Optional.empty());
    }

    private static boolean isOneSize(List<AnswerForm> forms) {
        return forms.stream().map(AnswerForm::bytes).distinct().count() == 1;
    }

    /** Returns remarks about responses that could not be fully checked. */
    List<String> remarks() {
        return firsts.entrySet().stream()
                .filter(first -> first.getValue().forms().size() > 1)
                .flatMap(first -> unlike(first.getValue().forms())
                        .map(how -> "Answers of " + first.getKey().path() + " are not all of one " + how
                                + " was looked at.")
                        .stream())
                .distinct()
                .toList();
    }

    private static Optional<String> unlike(List<AnswerForm> forms) {
        if (!isOneStatus(forms)) return Optional.of("status, so that nothing but whether that is 2xx or 3xx");
        return isOneSize(forms) ? Optional.empty() : Optional.of("size, so that nothing but their status");
    }

    private static boolean isOneStatus(List<AnswerForm> forms) {
        return forms.stream().map(AnswerForm::status).distinct().count() == 1;
    }
}

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
import vesper.bench.instrument.Expected.SameAsFirst;
import vesper.bench.load.Checks;

/**
 * Expected responses for requests whose response the user did not specify. The first arm with a request sends it three
 * times before its warm-up and three times after. All arms with the same request must receive that status and, if the
 * six responses had the same size, that size. An arm that answers with nothing, or with something else, must not win by
 * that. If the first responses are errors, they are not used as a reference and count as errors.
 */
final class FirstResponses {
    private static final int TIMES = 3;
    private static final int SAMPLINGS = 2;

    private record Request(String path, SameAsFirst expected) {}

    /** @param arm name of the first arm */
    private record Sample(String arm, List<AnswerForm> forms) {}

    private final Map<Request, Sample> firsts = new LinkedHashMap<>();

    /** Sends the request if no other arm has sent it yet, or if this arm sent it before its warm-up. */
    void sample(Arm arm, RunningServer server) throws IOException, InterruptedException {
        if (!(arm.load().expected() instanceof SameAsFirst expected)) return;
        Sample first = firsts.computeIfAbsent(
                new Request(arm.load().path(), expected), _ -> new Sample(arm.name(), new ArrayList<>()));
        if (!first.arm().equals(arm.name()) || first.forms().size() >= SAMPLINGS * TIMES) return;
        byte[] body = expected.body().getBytes(StandardCharsets.ISO_8859_1);
        for (int n = 0; n < TIMES; n++) {
            first.forms()
                    .add(server.formOfResponse(expected.method(), arm.load().path(), body));
        }
        server.awaitIdle();
    }

    /** Returns a copy of the arm that expects responses like the first ones. */
    Arm withChecks(Arm arm) {
        if (!(arm.load().expected() instanceof SameAsFirst expected)) return arm;
        Sample first = firsts.get(new Request(arm.load().path(), expected));
        return first == null
                ? arm
                : arm.withLoad(arm.load().withExpected(new Expected.FixedChecks(checks(first.forms()))));
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
                .flatMap(first -> differenceOf(first.getValue().forms())
                        .map(how -> "Responses of " + first.getKey().path() + " differ in " + how + " was checked.")
                        .stream())
                .distinct()
                .toList();
    }

    private static Optional<String> differenceOf(List<AnswerForm> forms) {
        if (!isOneStatus(forms)) return Optional.of("status, so only 2xx or 3xx");
        return isOneSize(forms) ? Optional.empty() : Optional.of("size, so only their status");
    }

    private static boolean isOneStatus(List<AnswerForm> forms) {
        return forms.stream().map(AnswerForm::status).distinct().count() == 1;
    }
}

package vesper.codec;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import vesper.testing.FuzzCorpus;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FuzzCorpusTest {
    @TestFactory
    Stream<DynamicTest> every_kept_input_keeps_the_promises_of_json() throws IOException {
        return FuzzCorpus.replay(JsonFuzz.class, JsonFuzz::fuzzerTestOneInput);
    }

    @TestFactory
    Stream<DynamicTest> every_kept_input_keeps_the_promises_of_xml() throws IOException {
        return FuzzCorpus.replay(XmlFuzz.class, XmlFuzz::fuzzerTestOneInput);
    }
}

package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GatheredTest {
    @Test
    void what_came_in_stretches_of_any_size_is_joined_in_order() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            ContentBuffer gathered = new ContentBuffer();
            for (int i = random.nextInt(12); i > 0; i--) {
                byte[] stretch = new byte[random.nextInt(random.nextBoolean() ? 20 : 20_000)];
                random.nextBytes(stretch);
                expected.writeBytes(stretch);
                gathered.add(stretch);
            }
            assertThat(gathered.size()).isEqualTo(expected.size());
            assertThat(gathered.joined()).isEqualTo(expected.toByteArray());
        }
    }

    @Test
    void one_stretch_is_not_copied() {
        byte[] stretch = {1, 2, 3};
        ContentBuffer gathered = new ContentBuffer();
        gathered.add(stretch);
        assertThat(gathered.joined()).isSameAs(stretch);
    }
}

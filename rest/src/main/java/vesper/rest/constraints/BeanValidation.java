package vesper.rest.constraints;

import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.spi.nodenameprovider.JavaBeanProperty;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.rest.binding.Argument;

/**
 * Hibernate Validator, created when the first constraint of a package is found and not before. It caches metadata of
 * the package's classes, so each package has its own instance.
 */
public final class BeanValidation {
    private final Validator validator;

    private BeanValidation(Validator validator) {
        this.validator = validator;
    }

    /**
     * An invalid object that contains others of its kind. Validating it loads the classes that any validation needs.
     */
    private record Sample(@NotBlank String text, List<@Valid Sample> inside) {}

    /**
     * Creates a validator that names properties as this codec does.
     *
     * @param threads run a first validation in advance. It loads some hundred classes, which would block the event loop
     *     of the first request that validates
     */
    public static BeanValidation create(Codec codec, Executor threads) {
        HibernateValidator provider = new HibernateValidator();
        BeanValidation validation = new BeanValidation(Validation.byProvider(HibernateValidator.class)
                .providerResolver(() -> List.of(provider))
                .configure()
                .ignoreXmlConfiguration()
                .messageInterpolator(new ConstraintMessages())
                .propertyNodeNameProvider(property -> property instanceof JavaBeanProperty bean
                        ? codec.nameOf(bean.getDeclaringClass(), bean.getName())
                        : property.getName())
                // Like Spring, allows a class to declare more constraints than the interface that it implements.
                .allowOverridingMethodAlterParameterConstraint(true)
                .allowParallelMethodsDefineParameterConstraints(true)
                .buildValidatorFactory()
                .getValidator());
        try {
            threads.execute(validation::warm);
        } catch (RejectedExecutionException e) {
            // The first request that validates loads the classes instead.
        }
        return validation;
    }

    private void warm() {
        Sample wrong = new Sample("", List.of());
        @Nullable Object[] arguments = {"", List.of(wrong)};
        for (Constructor<?> constructor : Sample.class.getDeclaredConstructors())
            validator.forExecutables().validateConstructorParameters(constructor, arguments);
    }

    /**
     * Returns the constraints of a method.
     *
     * @throws IllegalArgumentException if a constraint is declared where it cannot apply
     */
    public Constraints of(Object controller, Method method, Argument[] arguments) {
        try {
            // Reads all declarations of the method, so that a mistake is reported at startup.
            validator
                    .getConstraintsForClass(controller.getClass())
                    .getConstraintsForMethod(method.getName(), method.getParameterTypes());
        } catch (ValidationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return new MethodConstraints(validator, controller, method, arguments);
    }
}

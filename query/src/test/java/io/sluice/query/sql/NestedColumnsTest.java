package io.sluice.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestedColumnsTest {
    private static final String FULL = """
            {"At":"2026-11-30T08:15:00Z","Device":{"id":"u1","temp":-18.5,"ok":true,"on":{"day":"2026-11-30","n":3}},
             "Values":[1.5,null,2.5],"Grid":[[1,2],null,[]],"Tags":{"site":"Oslo","a b":null,"":"e"},
             "Counts":{"x":5},"Logs":[{"text":"a","price":1.25},null],"i":2,"Fixed":{"n":7}}""";
    private static final String EMPTY = """
            {"At":"2026-11-30T08:15:00Z","Fixed":{"n":7}}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
                    Device.id                          | 'u1' : string                | null : string
                    device.ID                          | 'u1' : string                | null : string
                    logs.Device.id                     | 'u1' : string                | null : string
                    Device['id']                       | 'u1' : string                | null : string
                    Device['on']['n']                  | 3 : int                      | null : int
                    Device.temp * 2                    | -37.0 : double               | null : double
                    Device.ok                          | true : boolean               | null : boolean
                    NOT Device.ok                      | false : boolean              | null : boolean
                    Device.on.day                      | 2026-11-30 : date            | null : date
                    Device.on.n + 1                    | 4 : int                      | null : int
                    Fixed.n                            | 7 : int not null             | 7 : int not null
                    Values[0]                          | 1.5 : double                 | null : double
                    Values[1]                          | null : double                | null : double
                    Values[2]                          | 2.5 : double                 | null : double
                    Values[3]                          | null : double                | null : double
                    Values[-1]                         | null : double                | null : double
                    Values[i]                          | 2.5 : double                 | null : double
                    Values[i - 2] + Values[2]          | 4.0 : double                 | null : double
                    Values[CAST(NULL AS INT)]          | null : double                | null : double
                    Grid[0][1]                         | 2 : int                      | null : int
                    Grid[1][0]                         | null : int                   | null : int
                    Grid[2][0]                         | null : int                   | null : int
                    Tags['site']                       | 'Oslo' : string              | null : string
                    Tags['Site']                       | null : string                | null : string
                    Tags['a b']                        | null : string                | null : string
                    Tags['']                           | 'e' : string                 | null : string
                    Tags[Device.id]                    | null : string                | null : string
                    Counts['x'] - 5                    | 0 : long                     | null : long
                    Logs[0].price                      | 1.25 : decimal(10,2)         | null : decimal(10,2)
                    Logs[0].text                       | 'a' : string                 | null : string
                    Logs[1].text                       | null : string                | null : string
                    Logs[7].text                       | null : string                | null : string
                    COALESCE(Values[9], Device.temp)   | -18.5 : double               | null : double
                    CASE WHEN Tags['site'] = 'Oslo' THEN Values[0] END | 1.5 : double | null : double
                    Device IS NULL                     | false : boolean not null     | true : boolean not null
                    Values IS NOT NULL                 | true : boolean not null      | false : boolean not null
                    Logs[1] IS NULL                    | true : boolean not null      | true : boolean not null
                    (CASE WHEN i > 1 THEN Device END).id | 'u1' : string              | null : string
                    (CASE WHEN i > 5 THEN Device END).id | null : string              | null : string
                    CASE WHEN i > 1 THEN Device END IS NULL | false : boolean not null | true : boolean not null
                    COALESCE(Device, Device).temp      | -18.5 : double               | null : double
                    (CASE WHEN i > 1 THEN Values ELSE NULL END)[0] | 1.5 : double     | null : double
                    IF(i > 1, Tags, NULL)['site']      | 'Oslo' : string              | null : string
                    COALESCE(Grid[1], Grid[0])[1]      | 2 : int                      | null : int
                    COALESCE(Logs[1], Logs[0]).text    | 'a' : string                 | null : string
                    CAST(Device.temp AS STRING)        | '-18.5' : string             | null : string
                    """)
    void whatIsInsideHasItsValueAndNullWhereThereIsNone(String expression, String full, String empty)
            throws SqlException {
        RowExpression compiled = compile(expression);

        assertThat(Samples.evaluate(compiled, row(FULL))).isEqualTo(full);
        assertThat(Samples.evaluate(compiled, row(EMPTY))).isEqualTo(empty);
    }

    private static RowExpression compile(String expression) throws SqlException {
        Relation relation = plan("SELECT v, SUM(i + 1) AS s FROM (SELECT " + expression
                        + " AS v, At AS t, i FROM logs) GROUP BY window(t, '1 hour'), v")
                .root();
        while (!(relation instanceof Relation.WindowAggregate)) {
            relation = relation.inputs().get(0);
        }
        Relation.WindowAggregate aggregate = (Relation.WindowAggregate) relation;
        return ((Relation.Project) aggregate.input())
                .expressions()
                .get(aggregate.keys().get(0));
    }

    private static Row row(String json) {
        return NestedRows.decode(Samples.NESTED, json.getBytes(UTF_8));
    }

    private static QueryPlan plan(String sql) throws SqlException {
        return SqlPlanner.plan(sql, List.of(new SourceTable("logs", Samples.NESTED, Optional.of("At"))));
    }

    @Test
    void whatIsInsideFiltersGroupsAndIsAggregated() throws SqlException {
        QueryPlan plan = plan("""
                SELECT window.start AS Start, Device.id, Tags['site'] AS Site, COUNT(Device) AS Devices,
                       MAX(Values[0]) AS First, AVG(Logs[0].price) AS Price
                FROM logs
                WHERE Device.temp < 0 AND Counts['x'] IS NOT NULL
                GROUP BY window(At, '1 hour'), Device.id, Tags['site']
                """);

        assertThat(plan.describe() + "[" + plan.schema() + "]").isEqualTo("""
                Project window_start AS Start, `Device.id` AS id, `Tags['site']` AS Site, `COUNT(Device)` AS Devices, \
                `MAX(Values[0])` AS First, `AVG(Logs[0].price)` AS Price
                  WindowAggregate tumbling PT1H on At, keys [Device.id, Tags['site']], COUNT(Device) AS COUNT(Device), \
                MAX(Values[0]) AS MAX(Values[0]), AVG(Logs[0].price) AS AVG(Logs[0].price)
                    Project At AS At, Device.id AS Device.id, Tags['site'] AS Tags['site'], Device AS Device, \
                Values[0] AS Values[0], Logs[0].price AS Logs[0].price
                      Filter (Device.temp < CAST(0 AS DOUBLE)) AND (Counts['x'] IS NOT NULL)
                        Scan logs [At timestamp not null, \
                Device struct<id:string,temp:double not null,ok:boolean,on:struct<day:date,n:int>>, Values array<double>, \
                Grid array<array<int>>, Tags map<string,string>, Counts map<string,long>, \
                Logs array<struct<text:string,price:decimal(10,2)>>, i int, Fixed struct<n:int not null> not null]
                [Start timestamp not null, id string, Site string, Devices long not null, First double, Price decimal(14,6)]""");
    }

    @Test
    void wholeColumnsPassThroughASubQuery() throws SqlException {
        assertThat(plan("""
                        SELECT COUNT(d) AS n, MAX(d.id) AS Id FROM (SELECT Device AS d, At FROM logs WHERE Values[0] > 1)
                        GROUP BY window(At, '1 hour')
                        """).schema().toString()).isEqualTo("n long not null, Id string");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
                    COUNT(*) AS n      | , Device       | 3:32 | Device is a struct, which is no group key
                    COUNT(*) AS n      | , Logs         | 3:32 | Logs is an array, which is no group key
                    COUNT(*) AS n      | , Logs[0]      | 3:32 | Logs[0] is a struct, which is no group key
                    MIN(Tags) AS m     | ^^             | 1:8  | Tags is a map, of which there is no MIN
                    MAX(Values) AS m   | ^^             | 1:8  | Values is an array, of which there is no MAX
                    SUM(Values) AS m   | ^^             | 1:8  | SUM cannot be applied to SUM(DOUBLE ARRAY); take a field
                    SUM(Device.id.x) AS m | ^^          | 1:12 | only a struct has fields; the value of a key is written
                    MAX(Device.idd) AS m | ^^           | 1:19 | there is no field 'idd'; did you mean id?
                    MAX(Values['a']) AS m | ^^          | 1:12 | here it has DOUBLE ARRAY, STRING; write for example Values[0]
                    MAX(Tags[1]) AS m | ^^              | 1:12 | [ ] takes an element of an array by a whole number
                    MAX(Device[0]) AS m | ^^            | 1:12 | a struct has no such field; a field is written with a dot
                    MAX(Device[1]) AS m | ^^            | 1:12 | Device[1]: a field of a struct has no number
                    MAX(Device['x']) AS m | ^^          | 1:12 | a struct has no such field
                    MAX(i[0]) AS m     | ^^             | 1:12 | here it has INT, INT
                    MAX(CAST(Device AS STRING)) AS m | ^^ | 1:12 | a value of type struct cannot be converted to STRING; take a field
                    MAX(CONCAT(Values, 'x')) AS m | ^^ | 1:12 | cannot be converted to string
                    COUNT(Device = Device) AS n | ^^ | 1:14 | cannot be compared
                    MAX(Device[i]) AS m | ^^            | 1:12 | which field of a struct is meant must stand in the query; write its name, as in Device.id
                    MAX(Device[UPPER('id')]) AS m | ^^  | 1:12 | which field of a struct is meant
                    MAX(Device[Tags['site']]) AS m | ^^ | 1:12 | which field of a struct is meant
                    MAX(Device[-1]) AS m | ^^           | 1:12 | a struct has no such field; a field is written with a dot
                    MAX(Device[NULL]) AS m | ^^         | 1:12 | which field of a struct is meant
                    MAX(Device[1.5]) AS m | ^^          | 1:12 | which field of a struct is meant
                    MAX(Device.on[i]) AS m | ^^         | 1:12 | which field of a struct is meant
                    COUNT(CASE WHEN i > 0 THEN Device ELSE Device.on END) AS n | ^^ | 1:14 | the values to choose from have no type in common
                    COUNT(CASE WHEN i > 0 THEN Device ELSE Tags END) AS n | ^^ | 1:14 | the values to choose from have no type in common
                    COUNT(CASE WHEN i > 0 THEN Values ELSE Grid END) AS n | ^^ | 1:14 | the values to choose from have no type in common
                    COUNT(CASE WHEN i > 0 THEN Tags ELSE Counts END) AS n | ^^ | 1:14 | the values to choose from have no type in common
                    COUNT(COALESCE(Device.on, Fixed)) AS n | ^^ | 1:14 | the values to choose from have no type in common
                    COUNT(NULLIF(Device, Device)) AS n | ^^ | 1:14 | cannot be compared with
                    COUNT(GREATEST(Device, Device)) AS n | ^^ | 1:14 | cannot be the result of an expression
                    COUNT(CASE WHEN i > 0 THEN Values ELSE Grid[0] END) AS n | ^^ | 1:14 | the values to choose from are array<double> and array<int>
                    COUNT(CASE Device WHEN Device THEN 1 END) AS n | ^^ | 1:14 | cannot be compared with
                    MAX(Devise.id) AS m | ^^ | 1:12 | there is no struct or table 'Devise'; did you mean Device?
                    MAX(logz.i) AS m | ^^ | 1:12 | there is no struct or table 'logz'; did you mean logs?
                    MAX(xyz.i) AS m | ^^ | 1:12 | there is no struct or table 'xyz'; there are Device, Fixed, logs
                    MAX(Tags.site) AS m | ^^ | 1:12 | only a struct has fields; the value of a key is written Tags['site']
                    MAX(Logs.text) AS m | ^^ | 1:17 | there is no column 'text'; it is a field: write the struct in front of it, as in Device.id, or the element
                    MAX(id) AS m | ^^ | 1:12 | there is no column 'id'; it is a field
                    MAX(Device + 1) AS m | ^^ | 1:12 | + cannot be applied to struct + INT; take a field
                    MAX(UPPER(Device)) AS m | ^^ | 1:12 | UPPER cannot be applied to UPPER(struct); take a field
                    MAX(Devise.on.n) AS m | ^^ | 1:12 | did you mean Device?
                    """)
    void whatMakesNoSenseIsRefusedWithPlaceReasonAndRemedy(String aggregate, String key, String place, String reason) {
        String sql = "SELECT " + aggregate + "\nFROM logs\nGROUP BY window(At, '1 hour')" + key;

        SqlException error = catchThrowableOfType(SqlException.class, () -> plan(sql));

        assertThat(error.problems()).hasSize(1);
        SqlProblem problem = error.problems().get(0);
        assertThat(problem.line() + ":" + problem.column())
                .as(error.getMessage())
                .isEqualTo(place);
        assertThat(problem.message() + "; " + problem.remedy()).contains(reason);
    }

    @Test
    void fieldsOfAStructAreNotTakenAllAtOnce() {
        SqlException error = catchThrowableOfType(SqlException.class, () -> plan("SELECT Device.* FROM logs"));

        assertThat(error.problems())
                .extracting(SqlProblem::message, SqlProblem::remedy)
                .containsExactly(tuple(
                        "the fields of a struct cannot be taken all at once",
                        "write Device for the whole struct, or each field with a dot, as in Device.id"));
    }

    @Test
    void eventTimeIsNoPartOfAStruct() {
        SqlException error = catchThrowableOfType(
                SqlException.class, () -> plan("SELECT COUNT(*) AS n FROM logs GROUP BY window(Device, '1 hour')"));

        assertThat(error.problems())
                .extracting(SqlProblem::line, SqlProblem::column)
                .contains(tuple(1, 41));
    }

    @Test
    void typesInsideAreThoseThatAreDeclared() throws SqlException {
        assertThat(compile("Logs[0].price").type()).isEqualTo(new DataType.Decimal(10, 2));
        assertThat(compile("Device.temp").nullable()).isTrue();
        assertThat(compile("Fixed.n").nullable()).isFalse();
    }
}
